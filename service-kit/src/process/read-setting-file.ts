import { readFileSync } from 'node:fs'
import { SettingsError } from './settings.ts'

/** The file that the setting `env` names. Throws a SettingsError if it cannot be read. */
export function readSettingFile(env: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw new SettingsError([`${env} names a file that cannot be read (${reason})`])
  }
}
