import { readFile } from 'node:fs/promises'

/** What a code host posts after a push of three commits. */
export function examplePush(): Promise<string> {
  return readFile(new URL(import.meta.resolve('@gatehouse/dev/examples/push.json')), 'utf8')
}
