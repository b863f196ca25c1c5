import type { MessageCarrier } from './carrier.ts'
import { type Credentials, carrierEndpoint, carrierFailure } from './carrier-endpoint.ts'

/** The protocol of https://www.twilio.com/docs/messaging/api/message-resource */
export function messageCarrier({ from, ...credentials }: Credentials & { from: string }): MessageCarrier {
  const postMessage = carrierEndpoint(credentials)('/Messages.json')
  return {
    checksCodes: false,
    async send({ to, text }, signal) {
      const response = await postMessage({ To: to, From: from, Body: text }, signal)
      if (response.status !== 200 && response.status !== 201) throw carrierFailure(response)
    },
  }
}
