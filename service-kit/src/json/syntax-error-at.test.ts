import { expect } from 'chai'
import { leastProcessorMs } from '../../testing/processor-ms.ts'
import { syntaxErrorAt } from './syntax-error-at.ts'

const size = 25 * 1024 * 1024

describe('syntaxErrorAt', () => {
  for (const [text, position] of [
    ['', 0],
    ['  ', 2],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[1', 2],
    ['[}', 1],
    ['{,}', 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a"::1}', 5],
    ['{"a":}', 5],
    ['{"ä":tru}', 6],
    ['{"a":1} x', 8],
    ['nulll', 4],
    ['01', 1],
    ['-', 1],
    ['[-x]', 2],
    ['[1.]', 3],
    ['[1e+]', 4],
    ['["a\nb"]', 3],
    ['["a\\x"]', 3],
    ['["\\u12g4"]', 2],
    ['["a', 3],
    ['{"a":[{"b":"\\u00e4\\n"}, truE]}', 24],
  ] as const)
    it(`finds the error of ${JSON.stringify(text)} at byte ${position}`, () => {
      expect(syntaxErrorAt(Buffer.from(text))).to.equal(position)
    })

  for (const [content, part] of [
    ['white space', ' '],
    ['line breaks', '\n'],
    ['short escapes', '\\n'],
    ['Unicode escapes', '\\u0041'],
    ['digits', '1'],
  ] as const)
    it(`takes linear time for 25 MiB of ${content}`, () => {
      const prefix = content.endsWith('escapes') ? '["' : '['
      const bytes = Buffer.from(prefix + part.repeat(size / part.length))
      // A parser that creates a string for each token takes more than 5 s.
      expect(leastProcessorMs(3000, () => syntaxErrorAt(bytes))).to.be.below(3000)
    })
})
