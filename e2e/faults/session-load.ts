import { setTimeout as pause } from 'node:timers/promises'
import { rest } from '@gatehouse/admin/rest'
import { expect } from 'chai'

/** The status with which a gateway answers somebody who only asks whether they are signed in. */
export async function sessionStatus(gateway: string, token: string): Promise<number> {
  return (await rest(gateway, 'GET', '/auth/sessions/current', { token })).status
}

/** Asks every gateway for this session, over and over; each has to answer it. */
export function startLoad(gateways: string[], token: string) {
  let isOn = true
  let answers = 0
  const lane = async (gateway: string) => {
    while (isOn) {
      expect(await sessionStatus(gateway, token)).to.equal(200)
      answers += 1
      await pause(1)
    }
  }
  const lanes = Promise.all([...gateways, ...gateways].map(lane))
  // It is looked at when the load stops.
  lanes.catch(() => {})
  return {
    async stop(): Promise<number> {
      isOn = false
      await lanes
      return answers
    },
  }
}
