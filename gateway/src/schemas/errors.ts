import { errors, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { z } from 'zod'
import { namedSchema } from './named-schema.ts'

export const FieldProblem = namedSchema(
  'FieldProblem',
  'An invalid field.',
  z.object({
    path: z
      .string()
      .describe('Dotted path of the field, such as attachments.0.title. root is the body itself.'),
    code: z.enum(Object.keys(fieldErrors)),
    message: z.string().describe('A message for developers; it may change.'),
  }),
)

export const ErrorResponse = namedSchema(
  'ErrorResponse',
  'An error. Some codes have additional properties.',
  z.object({
    code: z.enum(Object.keys(errors)).describe('A permanent code for programs.'),
    message: z.string().describe('A message for developers; it may change.'),
    errors: z.array(FieldProblem).optional().describe('With INVALID_FORM_BODY: all invalid fields.'),
    retry_after: z
      .number()
      .optional()
      .describe('With RATE_LIMITED, SERVICE_UNAVAILABLE and UPSTREAM_TIMEOUT: seconds to wait.'),
    global: z.boolean().optional().describe('With RATE_LIMITED: whether the global limit was exceeded.'),
  }),
)
