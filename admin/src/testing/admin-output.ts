import { runAdmin } from '../run-admin.ts'
import type { Terminal } from '../terminal.ts'

export async function adminOutput(args: string[], given: Pick<Terminal, 'env' | 'stdin'>) {
  let [out, err] = ['', '']
  const code = await runAdmin(args, {
    ...given,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { code, out, err }
}
