import type { oas31 } from 'zod-openapi';
import { headerName } from '../../contract/header-name.ts';

const OPERATIONS = ['get', 'post'] as const;

/**
 * Describes parameters as they travel. A schema that takes `null` for absent says so in JSON, but no query can hold a
 * null; and a header is named as people write it, `X-Vote-Client-IP`.
 */
export function plainParameters(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  for (const item of Object.values(document.paths ?? {})) {
    for (const method of OPERATIONS) {
      const operation = item[method];
      if (operation?.parameters === undefined) continue;
      if (operation.parameters.length === 0) delete operation.parameters;
      else operation.parameters = operation.parameters.map(plainParameter);
    }
  }
  return document;
}

function plainParameter(parameter: oas31.ParameterObject | oas31.ReferenceObject) {
  if ('$ref' in parameter) return parameter;
  const name = parameter.in === 'header' ? headerName(parameter.name) : parameter.name;
  if (parameter.schema === undefined || '$ref' in parameter.schema) return { ...parameter, name };
  const { description, ...schema } = withoutNull(parameter.schema);
  return { ...parameter, name, ...(description === undefined ? {} : { description }), schema };
}

function withoutNull(schema: oas31.SchemaObject): oas31.SchemaObject {
  if (schema.anyOf === undefined) return schema;
  const { anyOf, ...rest } = schema;
  const left = anyOf.filter(isNotNull);
  const [only] = left;
  return left.length === 1 && only !== undefined ? { ...only, ...rest } : { ...rest, anyOf: left };
}

function isNotNull(option: oas31.SchemaObject | oas31.ReferenceObject): option is oas31.SchemaObject {
  return !('$ref' in option) && option.type !== 'null';
}
