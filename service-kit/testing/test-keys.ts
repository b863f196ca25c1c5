import { randomBytes } from 'node:crypto'

/** A key ring of one fresh key, as GATEHOUSE_KEYS takes it. */
export function testKeys(): string {
  return JSON.stringify({ current: 'test', keys: { test: randomBytes(32).toString('base64') } })
}
