import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExplainedError } from '@gatehouse/admin/explained-error'

/** Increase it when a change cannot read what earlier versions stored: there are no conversions before the first release. */
export const dataFormat = 1

/** Throws if the stores of this folder contain data of another version; marks a new folder with the version of this one. */
export function assertDataFormat(folder: string): void {
  const file = join(folder, 'data-format')
  const hasData = ['mongodb', 'redis'].some((store) => existsSync(join(folder, store)))
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (hasData && found !== String(dataFormat)) throw new ExplainedError(otherFormat(folder))
  writeFileSync(file, `${dataFormat}\n`)
}

function otherFormat(folder: string): string {
  return [
    `The data in ${folder} comes from another version of Gatehouse, which this version cannot read.`,
    'Delete it, then start again with empty stores:',
    `  rm -r '${folder}'`,
  ].join('\n')
}
