import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';

/**
 * A schema in the dialect of OpenAPI 3.1. A response (`output`) has exactly its declared fields; a request (`input`)
 * may have more.
 */
export function toSchema(schema: z.ZodType, io: 'input' | 'output'): OpenAPIV3_1.SchemaObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: withoutNoise,
  });
  return json as OpenAPIV3_1.SchemaObject;
}

/** Bounds implied by "integer". */
function withoutNoise({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
