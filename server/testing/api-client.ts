import { appendFileSync, readFileSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; the text itself where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers that the document has already checked.
  readonly body: any;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
  /** The connections to use; left out, those of all. */
  readonly agent?: Agent;
  /** The address of this machine to come from. */
  readonly localAddress?: string;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, DocumentedAnswer>;
}

interface DocumentedAnswer {
  readonly content?: Record<string, { schema: object }>;
  readonly headers?: Record<string, unknown>;
}

interface OpenApiDocument {
  readonly components: { readonly headers: Record<string, { required?: true; schema: { type: string } }> };
  readonly paths: Record<string, Record<string, Operation>>;
}

/**
 * Asks a service, and holds the answer to the OpenAPI document: an operation that answers outside of it fails the test.
 * Every (operation, status) pair is noted in the file that VERIFY_ANSWERS names, if it does.
 */
export async function ask(url: string, options: AskOptions = {}): Promise<Answer> {
  const answer = await send(url, options);
  holdToDocument(options.method ?? 'GET', new URL(url).pathname, answer);
  return answer;
}

/** Asks without holding the answer to the document: for servers that are not the service. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, ...connection }: AskOptions = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const payload = body === undefined || isRaw ? body : JSON.stringify(body);
  const type = body === undefined || isRaw ? {} : { 'Content-Type': 'application/json' };
  const outgoing = { method, headers: { ...type, ...headers } as Record<string, string>, ...connection };
  return new Promise((resolve, reject) => {
    const sent = request(url, outgoing, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => {
        text += chunk;
      });
      res.on('end', () => {
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers as Record<string, string>,
          text,
          body: parse(text),
        });
      });
      res.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

const api = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(api, 'openapi');
const patterns = Object.keys(api.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function holdToDocument(method: string, pathname: string, answer: Answer): void {
  // A path without parameters is the better match: /vote/check is no /vote/{something}.
  const found = patterns
    .filter(({ pattern }) => pattern.test(pathname))
    .sort((a, b) => a.path.length - b.path.length)[0];
  const operation = found && api.paths[found.path]?.[(method === 'HEAD' ? 'GET' : method).toLowerCase()];
  if (found === undefined || operation === undefined) return;
  const where = `${operation.operationId} ${answer.status}`;
  const documented = operation.responses[answer.status];
  if (documented === undefined) throw new Error(`${where} is not in the OpenAPI document: ${answer.text}`);
  const [type] = Object.keys(documented.content ?? {});
  if (type !== undefined && method !== 'HEAD') {
    if (!answer.headers['content-type']?.startsWith(type)) throw new Error(`${where} has the wrong media type`);
    const pointer = [
      'paths',
      found.path,
      method.toLowerCase(),
      'responses',
      String(answer.status),
      'content',
      type,
      'schema',
    ]
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    if (!validate) throw new Error(`${where} has no schema`);
    if (!validate(answer.body)) throw new Error(`${where}: ${ajv.errorsText(validate.errors)} in ${answer.text}`);
  }
  holdHeaders(where, documented, answer);
  const file = process.env.VERIFY_ANSWERS;
  if (file) appendFileSync(file, `${JSON.stringify({ operation: operation.operationId, status: answer.status })}\n`);
}

/** Headers that the document knows are on the answers that name them, in the form that it says, and on no others. */
function holdHeaders(where: string, documented: DocumentedAnswer, { headers }: Answer): void {
  for (const [name, { required, schema }] of Object.entries(api.components.headers)) {
    const value = headers[name.toLowerCase()];
    const isNamed = Object.hasOwn(documented.headers ?? {}, name);
    if (value === undefined) {
      if (isNamed && required) throw new Error(`${where} has no ${name}, which the document promises`);
      continue;
    }
    if (!isNamed) throw new Error(`${where} has ${name}, which is not in the OpenAPI document`);
    if (schema.type === 'integer' && !/^\d+$/.test(value)) throw new Error(`${where}: ${name} is no number: ${value}`);
  }
}
