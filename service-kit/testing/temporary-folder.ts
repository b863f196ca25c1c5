import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
