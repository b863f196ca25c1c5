import { readFileSync } from 'node:fs'
import { SettingsError } from '@gatehouse/service-kit/process/settings'

export type Logo = { type: 'image/svg+xml' | 'image/png'; content: Buffer }

const maxBytes = 256 * 1024
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Throws a SettingsError if the file of GATEHOUSE_LOGO cannot be used. */
export function readLogo(path: string): Logo {
  const content = readImage(path)
  if (content.length > maxBytes) throw problem(`has more than ${maxBytes / 1024} KiB`)
  if (content.subarray(0, pngSignature.length).equals(pngSignature)) return { type: 'image/png', content }
  if (/^\s*<(svg|\?xml|!--)/.test(content.toString('utf8', 0, 100))) return { type: 'image/svg+xml', content }
  throw problem('is neither SVG nor PNG')
}

function readImage(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw problem(`cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unknown'})`)
  }
}

function problem(text: string): SettingsError {
  return new SettingsError([`GATEHOUSE_LOGO names a file that ${text}`])
}
