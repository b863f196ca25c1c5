import { openApiDocument } from '@gatehouse/gateway/openapi/document'
import { apiRoutes } from '@gatehouse/gateway/routes'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'

type Reference = { $ref?: string }
type Response = Reference & { headers: Record<string, unknown>; content?: Record<string, unknown> }

/** Every query rejects these names, which the document does not repeat for each operation. */
const prototypeKeys = ['__proto__', 'constructor']

/** Headers of HTTP itself and of every response of the API. */
const commonHeaders =
  /^(?:date|connection|keep-alive|content-.*|cache-control|transfer-encoding|vary|access-control-.*|referrer-policy|x-content-type-options)$/

const id = 'openapi.json'
export const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes)))
const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true })).addSchema(document, id)

/** Fails unless the OpenAPI document has the status, the headers and the body of a response. Ignores unknown paths. */
export function assertDocumented(
  { method, path: requested }: { method: string; path: string },
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
): void {
  const operation = operationOf(method, requested)
  if (!operation) return
  const what = `${method} ${requested}: ${JSON.stringify(body)}`
  const { responses } = at(operation)
  expect(responses, what).to.have.property(String(status))
  const pointer = pointerOf(responses[status], [...operation, 'responses', String(status)])
  const response: Response = at(pointer)
  const documented = Object.keys(response.headers).map((name) => name.toLowerCase())
  for (const [name] of headers) {
    if (!commonHeaders.test(name)) expect(documented, what).to.include(name)
  }
  const type = headers.get('content-type')?.split(';')[0]
  if (type === undefined) return
  expect(response.content, what).to.have.property(type)
  if (method === 'HEAD' || isOfPrototype(body)) return
  const problems = problemsAt([...pointer, 'content', type, 'schema'], body)
  if (problems !== null) throw new Error(`${what} is not documented: ${problems}`)
}

/** Validates a value against the schema at a place of the document. */
export function problemsAt(schema: readonly string[], value: unknown): string | null {
  const validate = ajv.getSchema(`${id}#${toPointer(schema)}`)
  return validate?.(value) ? null : ajv.errorsText(validate?.errors?.slice(0, 5))
}

const operations = apiRoutes.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^(?:/v1)?${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:$|\\?)`),
  pointer: ['paths', path, method],
}))

function operationOf(method: string, requested: string): string[] | undefined {
  const documented = method === 'HEAD' ? 'get' : method.toLowerCase()
  return operations.find((each) => each.method === documented && each.pattern.test(requested))?.pointer
}

function isOfPrototype(body: unknown): boolean {
  const { errors } = Object(body) as { errors?: { path: string }[] }
  return errors?.every(({ path }) => prototypeKeys.includes(path)) ?? false
}

function pointerOf({ $ref }: Reference, path: string[]): string[] {
  return $ref === undefined ? path : $ref.slice(2).split('/')
}

function at(pointer: readonly string[]) {
  return pointer.reduce((value, key) => value[key], document)
}

export function toPointer(path: readonly string[]): string {
  const escaped = path.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  return `/${escaped.join('/')}`
}
