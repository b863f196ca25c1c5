import { type ErrorCode, errors, type FieldCode, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { type ApiRoute, commonErrors } from '../http/route.ts'
import { type FieldCodes, fieldCodesOf } from './field-codes.ts'
import { type Json, refTo } from './json-schema.ts'

type Extra = (typeof errors)[ErrorCode]['extras'][number]

const message = { type: 'string', description: 'A message for developers; it may change.' }

const extraSchemas: Record<Extra, Json & { examples?: unknown[] }> = {
  errors: {
    type: 'array',
    minItems: 1,
    items: refTo('schemas', 'FieldProblem'),
    description: 'All invalid fields.',
  },
  position: { type: 'integer', minimum: 0, description: 'The offset of the error in bytes.', examples: [17] },
  max_webhooks_per_channel: {
    type: 'integer',
    description: 'The maximum number of webhooks of a channel.',
    examples: [15],
  },
  max_webhooks_per_guild: {
    type: 'integer',
    description: 'The maximum number of webhooks of a guild.',
    examples: [1000],
  },
  has_mfa: { type: 'boolean', description: 'Whether the account has a second factor.', examples: [false] },
  methods: {
    type: 'array',
    items: { type: 'string' },
    description: 'The accepted proofs, such as password.',
    examples: [['password']],
  },
  unknown_credential: {
    type: ['object', 'null'],
    properties: { rpId: { type: 'string' }, credentialId: { type: 'string' } },
    required: ['rpId', 'credentialId'],
    description:
      'For PublicKeyCredential.signalUnknownCredential, if no account has this passkey any more; else null.',
    examples: [{ rpId: 'gatehouse.example', credentialId: 'dGhpcyBpcyBhIGNyZWRlbnRpYWwgaWQ' }],
  },
  ip_authorization_required: { type: 'boolean', const: true, description: 'Always true.', examples: [true] },
  ticket: {
    type: 'string',
    description: 'Identifies the sign-in that waits, for 15 minutes.',
    examples: ['5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc'],
  },
  email: {
    type: 'string',
    description: 'The address that the mail was sent to.',
    examples: ['ada@example.com'],
  },
  resend_available_in: {
    type: 'integer',
    description: 'Seconds until the mail can be sent again.',
    examples: [30],
  },
  number: {
    type: 'string',
    pattern: '^\\d{2}$',
    description:
      'Show it to the person who signs in: the page of the mailed link asks for it. It is in no mail, so a program that presses the button there does not know it.',
    examples: ['42'],
  },
  limit: { type: 'integer', description: 'The maximum size in bytes.', examples: [65536] },
  retry_after: { type: 'number', description: 'Seconds to wait before the next attempt.', examples: [1.5] },
  global: { type: 'boolean', description: 'Whether the global limit was exceeded.', examples: [false] },
}

/** INVALID_FORM_BODY is InvalidFormBodyError, INTERNAL_SERVER_ERROR is InternalServerError. */
export function errorSchemaName(code: ErrorCode): string {
  return `${pascalCase(code.replace(/_ERROR$/, ''))}Error`
}

export function pascalCase(code: string): string {
  return code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** INVALID_FORM_BODY only if a field can be invalid: some parameters accept every text. */
export function errorCodesOf(route: ApiRoute): ErrorCode[] {
  const codes = [...new Set([...route.errors, ...commonErrors])]
  return fieldCodesOfRoute(route).size > 0 ? codes : codes.filter((code) => code !== 'INVALID_FORM_BODY')
}

/** One schema for each code, and INVALID_FORM_BODY with the fields of each operation. */
export function errorSchemas(routes: readonly ApiRoute[]): Json {
  const codes = [...new Set(routes.flatMap(errorCodesOf))]
  return {
    FieldProblem: fieldProblem(
      {
        type: 'string',
        description: 'Dotted path of the field, such as attachments.0.title. root is the body itself.',
      },
      Object.keys(fieldErrors),
    ),
    ...Object.fromEntries(codes.map((code) => [errorSchemaName(code), errorSchema(code)])),
    ...Object.fromEntries(
      routes
        .filter((route) => errorCodesOf(route).includes('INVALID_FORM_BODY'))
        .map((route) => [fieldErrorName(route), fieldErrorOf(route)]),
    ),
  }
}

/** The schema of the errors of one status of an operation. */
export function errorUnionOf(route: ApiRoute, codes: readonly ErrorCode[]): Json {
  const names = codes.map((code): [ErrorCode, string] => [
    code,
    code === 'INVALID_FORM_BODY' ? fieldErrorName(route) : errorSchemaName(code),
  ])
  return errorUnion(names)
}

export function errorExampleOf(route: ApiRoute, code: ErrorCode): Json {
  const { message, extras } = errors[code]
  const values = extras.map((extra) => [
    extra,
    extra === 'errors' ? [fieldProblemExample(route)] : extraSchemas[extra].examples?.[0],
  ])
  return { code, message, ...Object.fromEntries(values) }
}

/** A field code of a service if there is one, because the schema shows the others. */
function fieldProblemExample(route: ApiRoute): Json {
  const codes = [...Object.entries(route.fieldErrors), ...fieldCodesOfRoute(route)].flatMap(([path, some]) =>
    [...some].map((code) => ({
      path: path.replaceAll('**', 'name').replaceAll('*', '0'),
      code,
      message: fieldErrors[code],
    })),
  )
  return codes.find(({ message }) => !message.includes('{')) ?? {}
}

function errorUnion(names: readonly [ErrorCode, string][]): Json {
  const [first, ...more] = names.map(([, name]) => refTo('schemas', name))
  if (first && more.length === 0) return first
  const mapping = Object.fromEntries(names.map(([code, name]) => [code, `#/components/schemas/${name}`]))
  return { oneOf: [first, ...more], discriminator: { propertyName: 'code', mapping } }
}

function errorSchema(code: ErrorCode, replaced: Partial<Record<Extra, Json>> = {}): Json {
  const { message: description, extras } = errors[code]
  const schemas = { ...extraSchemas, ...replaced }
  return {
    type: 'object',
    description,
    required: ['code', 'message', ...extras],
    properties: {
      code: { type: 'string', const: code },
      message,
      ...Object.fromEntries(extras.map((extra) => [extra, schemas[extra]])),
    },
  }
}

function fieldErrorName({ operationId }: ApiRoute): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}InvalidFormBodyError`
}

/** INVALID_FORM_BODY with each field and its codes. */
function fieldErrorOf(route: ApiRoute): Json {
  const items = [...fieldCodesOfRoute(route)].map(([path, codes]) =>
    fieldProblem(pathSchema(path), [...codes].toSorted()),
  )
  const [only, ...more] = items
  return errorSchema('INVALID_FORM_BODY', {
    errors: { ...extraSchemas.errors, items: more.length === 0 ? only : { anyOf: items } },
  })
}

function fieldCodesOfRoute({ params, query, body, isSenderBody, fieldErrors }: ApiRoute): FieldCodes {
  const codes: FieldCodes = new Map()
  const add = (path: string, some: Iterable<FieldCode>) =>
    codes.set(path, new Set([...(codes.get(path) ?? []), ...some]))
  for (const part of [params, query, isSenderBody ? null : body]) {
    for (const [path, some] of part ? fieldCodesOf(part) : []) {
      // A parameter of the path is never missing.
      if (part === params) some.delete('REQUIRED')
      if (path !== 'root' || part === body) add(path, some)
    }
  }
  for (const [path, some] of Object.entries(fieldErrors)) add(path, some)
  return codes
}

function pathSchema(path: string): Json {
  if (!path.includes('*')) return { type: 'string', const: path }
  const pattern = path.replaceAll('.', '\\.').replaceAll('**', '.+').replaceAll('*', '(0|[1-9][0-9]*)')
  return { type: 'string', pattern: `^${pattern}$` }
}

function fieldProblem(path: Json, codes: readonly string[]): Json {
  return {
    type: 'object',
    required: ['path', 'code', 'message'],
    properties: { path, code: { type: 'string', enum: codes }, message },
  }
}
