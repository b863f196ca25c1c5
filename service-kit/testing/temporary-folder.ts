import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is there for each test of the enclosing `describe` and gone after it. */
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
