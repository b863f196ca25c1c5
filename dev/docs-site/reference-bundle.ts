import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const bundle = join(
  dirname(import.meta.dirname),
  'api-tools/node_modules/@scalar/api-reference/dist/browser/standalone.js',
)

/** The browser bundle of Scalar, compressed. Takes seconds, so a file with the same content is returned as it is. */
export function referenceBundle(existing: string): Buffer {
  const content = readFileSync(bundle)
  const compressed = read(existing)
  if (compressed && brotliDecompressSync(compressed).equals(content)) return compressed
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return brotliCompressSync(content, { params })
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
