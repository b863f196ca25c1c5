import { errors, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { z } from 'zod'
import { shape } from './shape.ts'

export const FieldProblem = shape(
  'FieldProblem',
  'One field that is not right.',
  z.object({
    path: z
      .string()
      .describe('Dotted path of the field, such as attachments.0.title; root for the body itself.'),
    code: z.enum(Object.keys(fieldErrors)),
    message: z.string().describe('For people; it may change.'),
  }),
)

export const ErrorResponse = shape(
  'ErrorResponse',
  'A refusal. Some codes carry further properties beside these.',
  z.object({
    code: z.enum(Object.keys(errors)).describe('For programs; it never changes.'),
    message: z.string().describe('For people; it may change.'),
    errors: z
      .array(FieldProblem)
      .optional()
      .describe('With INVALID_FORM_BODY: every field that is not right.'),
    retry_after: z
      .number()
      .optional()
      .describe('With RATE_LIMITED and SERVICE_UNAVAILABLE: seconds to wait.'),
    global: z.boolean().optional().describe('With RATE_LIMITED: whether the cap over all routes was hit.'),
  }),
)
