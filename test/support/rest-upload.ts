import request from 'supertest';
import type { Headers } from './graphql.js';
import type { Service } from './service.js';

/** An address to upload to, over REST: for a file of any group and content type. */
export async function restUpload(service: Service, headers: Headers, input: object) {
  const { status, body } = await request(service.url)
    .post('/api/v1/get-upload-url')
    .set(headers)
    .send({ fileName: 'cat.png', contentType: 'image/png', type: 'image', ...input });
  return {
    status,
    uploadUrl: body.uploadUrl as string,
    media: { id: body.mediaId as string, url: body.fileUrl as string },
  };
}
