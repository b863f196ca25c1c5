import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The common passwords as one text, one a line. The package's own form costs a process 15 MB; a text of 400 kB is searched
 * in a fraction of the time that hashing one password takes.
 */
export function commonPasswordsModule(): string {
  const lines = dictionary['passwords-common'].filter((password) => password.length >= 8)
  return `// Made by \`npm run generate\` from the list of @zxcvbn-ts/language-common (MIT). Do not edit.
export const commonPasswords = ${JSON.stringify(`\n${lines.join('\n')}\n`)}
`
}
