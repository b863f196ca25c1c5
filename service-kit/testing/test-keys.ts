import { randomBytes } from 'node:crypto'

export function testKeys(current = 'test', ...older: string[]): string {
  const keys = [current, ...older].map((id) => [id, randomBytes(32).toString('base64')])
  return JSON.stringify({ current, keys: Object.fromEntries(keys) })
}
