export * from './create-client.ts'
export { type ErrorCode, type FieldProblem, GatehouseError, type UnknownCode } from './gatehouse-error.ts'
export type * from './gen/api.ts'
export { type ListPath, paginate } from './paginate.ts'
export type { RetryOptions } from './retry.ts'
export type { OnStepUp, StepUpChallenge } from './step-up.ts'
export {
  memoryTokenStore,
  type Session,
  type TokenStore,
  type WebStorage,
  webTokenStore,
} from './token-store.ts'
