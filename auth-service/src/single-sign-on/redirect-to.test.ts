import { expect } from 'chai'
import { safeRedirect } from './redirect-to.ts'

describe('safeRedirect', () => {
  for (const path of ['/', '/channels/1?tab=2#top', '/a//b', '/name@host', '/%C3%A9'])
    it(`keeps ${path}`, () => {
      expect(safeRedirect(path)).to.equal(path)
    })

  for (const path of [
    undefined,
    '',
    'channels',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/path\\..',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/path\r\nSet-Cookie: a=b',
    ' /path',
    '/%2fevil.example',
    '/%5Cevil.example',
    '@evil.example',
  ])
    it(`drops ${JSON.stringify(path)}`, () => {
      expect(safeRedirect(path)).to.equal('')
    })
})
