import type {
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

export class SocialPublishingApi implements ICredentialType {
  name = 'socialPublishingApi';

  displayName = 'Social Publishing API';

  icon = { light: 'file:../icons/publish.svg', dark: 'file:../icons/publish.dark.svg' } as const;

  documentationUrl =
    'https://github.com/your-organization/social-publishing-service/blob/main/docs/guides/automation.md';

  properties: INodeProperties[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://publishing.example.com',
      description: 'Public URL of the service',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
    {
      displayName: 'User ID',
      name: 'userId',
      type: 'string',
      default: '',
      description: 'Managed user to act for. Leave empty to act for the owner of the key.',
    },
  ];

  authenticate = async (
    { apiKey, userId }: ICredentialDataDecryptedObject,
    options: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => ({
    ...options,
    headers: { ...options.headers, 'x-api-key': apiKey, ...(userId && { 'x-service-user-id': userId }) },
  });

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.url.replace(new RegExp("/+$"), "")}}',
      url: '/api/v1/platform-connections',
      disableFollowRedirect: true,
    },
  };
}
