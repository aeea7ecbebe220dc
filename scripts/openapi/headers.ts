import type { oas31 } from 'zod-openapi';
import { RESPONSE_HEADERS } from '../../contract/response-headers.ts';

/** The headers of an answer by their names. A name that the contract does not describe is a mistake there. */
export function headersOf(names: readonly string[]): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(RESPONSE_HEADERS, name)) {
        throw new Error(`The header ${name} is not described in contract/response-headers.ts.`);
      }
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
}

/** The headers that these paths, as JSON, refer to. */
export function headerComponents(paths: string): Record<string, oas31.HeaderObject> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS)
      .filter(([name]) => paths.includes(`"#/components/headers/${name}"`))
      .map(([name, { description, type, example, required }]) => [
        name,
        { description, ...(required ? { required } : {}), schema: { type }, example },
      ]),
  );
}
