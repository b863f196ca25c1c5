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

/** Asks the user for a proof of identity; `undefined` cancels the request. */
export type OnStepUp = (challenge: StepUpChallenge) => Promise<StepUpRequest | undefined>

/** Sends a request again with a proof of identity in its body when the API asks for one. */
export function withStepUp(send: Send, onStepUp: OnStepUp): Send {
  return async (request) => {
    const required = await attempt(send, request.clone())
    if (required instanceof Response) return required
    const methods = methodsOf(required)
    if (!methods) throw required
    for (let error: GatehouseError | undefined; ; ) {
      const proof = await onStepUp({ methods, ...(error ? { error } : {}) })
      if (!proof) throw required
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

function methodsOf({ code, body }: GatehouseError): string[] | undefined {
  if (code !== 'SUDO_MODE_REQUIRED') return undefined
  return (body as { methods: string[] }).methods
}

async function withProof(request: Request, proof: StepUpRequest): Promise<Request> {
  const text = await request.clone().text()
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  const body = JSON.stringify({ ...(text === '' ? {} : JSON.parse(text)), ...proof })
  return new Request(request.clone(), { headers, body })
}
