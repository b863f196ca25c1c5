import type { Sendable } from './calls.ts'
import { GatehouseError } from './gatehouse-error.ts'
import type { StepUpRequest } from './gen/api.ts'
import type { Send } from './transport.ts'

/** What the API asks for before a sensitive change. */
export type StepUpChallenge = {
  /** Such as `password`. */
  methods: string[]
  /** The error of the last proof, such as a wrong password. */
  error?: GatehouseError
}

/** Asks the user for a proof of identity; `undefined` cancels the request. Called for one request at a time. */
export type OnStepUp = (challenge: StepUpChallenge) => Promise<Sendable<StepUpRequest> | undefined>

/**
 * Sends a request again with a proof of identity in its body when the API asks for one. Of several requests
 * one asks the user. The others are sent again afterwards: the proof is valid for the whole session.
 */
export function withStepUp(send: Send, onStepUp: OnStepUp): Send {
  let proving: Promise<boolean> | undefined
  let proved = 0
  return async (request) => {
    for (;;) {
      const before = proved
      const required = await attempt(send, request.clone())
      if (required instanceof Response) return required
      if (required.code !== 'SUDO_MODE_REQUIRED') throw required
      if (proving) {
        if (!(await proving)) throw required
      } else if (before === proved) {
        const answer = prove(request, required.body.methods)
        proving = answer.then(Boolean, () => true)
        try {
          const response = await answer
          if (!response) throw required
          proved += 1
          return response
        } finally {
          proving = undefined
        }
      }
    }
  }

  /** Resolves with undefined if the user cancels. */
  async function prove(request: Request, methods: string[]): Promise<Response | undefined> {
    for (let error: GatehouseError | undefined; ; ) {
      const proof = await onStepUp({ methods, ...(error ? { error } : {}) })
      if (!proof) return undefined
      const answer = await attempt(send, await withProof(request, proof))
      if (answer instanceof Response) return answer
      if (!Object.keys(proof).some((field) => field in answer.fields)) throw answer
      error = answer
    }
  }
}

async function attempt(send: Send, request: Request): Promise<Response | GatehouseError> {
  try {
    return await send(request)
  } catch (error) {
    if (error instanceof GatehouseError) return error
    throw error
  }
}

async function withProof(request: Request, proof: Sendable<StepUpRequest>): Promise<Request> {
  const text = await request.clone().text()
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  const body = JSON.stringify({ ...(text === '' ? {} : JSON.parse(text)), ...proof })
  return new Request(request.clone(), { headers, body })
}
