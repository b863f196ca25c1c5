import { setTimeout as pause } from 'node:timers/promises'
import { rest } from '@gatehouse/admin/rest'
import { expect } from 'chai'

export async function sessionStatus(gateway: string, token: string): Promise<number> {
  return (await rest(gateway, 'GET', '/auth/sessions/current', { token })).status
}

/** Requests this session from every gateway in two loops; each response must be 200. */
export function startLoad(gateways: string[], token: string, { everyMs }: { everyMs: number }) {
  let isOn = true
  let responses = 0
  const lane = async (gateway: string) => {
    while (isOn) {
      expect(await sessionStatus(gateway, token)).to.equal(200)
      responses += 1
      await pause(everyMs)
    }
  }
  const lanes = Promise.all([...gateways, ...gateways].map(lane))
  // `stop` awaits it.
  lanes.catch(() => {})
  return {
    async stop(): Promise<number> {
      isOn = false
      await lanes
      return responses
    },
  }
}
