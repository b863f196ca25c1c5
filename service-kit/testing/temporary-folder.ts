import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder before each test of the enclosing `describe`, and deletes it afterwards. */
export function temporaryFolder(): { readonly path: string } {
  const folder = { path: '' }
  beforeEach(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'gatehouse-dev-'))
  })
  afterEach(() => {
    rmSync(folder.path, { recursive: true, force: true })
  })
  return folder
}
