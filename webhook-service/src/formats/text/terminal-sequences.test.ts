import type { FormatName } from '@gatehouse/proto/executions/formats'
import { expect } from 'chai'
import fc from 'fast-check'
import { senderPayloads } from '../../../test/fixtures/chat-compat/sender-payloads.ts'
import { examplePayloads } from '../../../test/fixtures/code-host/example-payloads.ts'
import { renderPayload } from '../../executions/render-payload.ts'
import { withoutTerminalSequences } from './terminal-sequences.ts'

const esc = '\u001b'

describe('withoutTerminalSequences', () => {
  for (const [what, text, expected] of [
    ['colours', `${esc}[31mFAIL${esc}[0m test`, 'FAIL test'],
    ['colours of 24 bits, with colons', `${esc}[38:2::255:0:0mred${esc}[m`, 'red'],
    ['colours within a word', `FA${esc}[1mIL`, 'FAIL'],
    ['a one-byte CSI', '\u009b31mFAIL\u009b0m', 'FAIL'],
    ['the cursor and erasure', `${esc}[2K${esc}[1G${esc}[?25lbuilt`, 'built'],
    [
      'the target of a hyperlink, not its text',
      `${esc}]8;;https://x.example/run\u0007Run 7${esc}]8;;\u0007`,
      'Run 7',
    ],
    [
      'a hyperlink with the long end',
      `${esc}]8;id=1;https://x.example/run${esc}\\Run 7${esc}]8;;${esc}\\`,
      'Run 7',
    ],
    ['a one-byte OSC', '\u009d0;title\u009cdone', 'done'],
    ['a window title', `${esc}]0;make${esc}\\done`, 'done'],
    ['character sets, resets and keypad modes', `${esc}(B${esc}c${esc}=done`, 'done'],
    ['the start of a sequence at the end', `FAIL${esc}[3`, 'FAIL'],
    ['an escape character alone', `FAIL${esc}`, 'FAIL'],
  ] as const) {
    it(`removes ${what}`, () => {
      expect(withoutTerminalSequences(text)).to.equal(expected)
    })
  }

  for (const [what, text] of [
    ['UTF-8 that was read as Latin-1', Buffer.from('„Grüße“ – 日本 ß” 😛 › x').toString('latin1')],
    ['a sequence that is written out', '\\u001b[31m ^[[0m [31m'],
    ['brackets', '[31m] ](0m'],
  ] as const) {
    it(`keeps ${what}`, () => {
      expect(withoutTerminalSequences(text)).to.equal(text)
    })
  }

  it('loses no text behind a string without an end', () => {
    const text = `${esc}]8;;https://x.example/run and more\nnext line`
    expect(withoutTerminalSequences(text)).to.equal('8;;https://x.example/run and more\nnext line')
  })
})

describe('messages of payloads with terminal sequences', () => {
  const bodies: { format: FormatName; event: string; payload: object }[] = [
    ...senderPayloads.map(({ payload }) => ({ format: 'chat-compat' as const, event: '', payload })),
    ...examplePayloads.map(({ event, payload }) => ({ format: 'code-host' as const, event, payload })),
    {
      format: 'native',
      event: '',
      payload: { content: 'a **b** c', username: 'ci', embeds: [{ title: 't', description: '`d`' }] },
    },
  ]
  const sequence = fc.constantFrom(
    ...[
      `${esc}[31m`,
      `${esc}[0m`,
      '\u009b1m',
      `${esc}]8;;https://x.example/?a=_b*\u0007`,
      `${esc}]8;;${esc}\\`,
    ],
    ...[`${esc}(B`, `${esc}M`, '\u009d0;*title\u009c'],
  )

  it('are those without them', () => {
    const places = fc.array(fc.tuple(fc.nat(), fc.nat(), sequence), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.nat(bodies.length - 1), places, (index, inserted) => {
        const { format, event, payload } = bodies[index] ?? {}
        if (!format || event === undefined || !payload) return
        const texts = textsOf(payload)
        const coloured = structuredClone(payload)
        for (const [text, position, code] of inserted)
          colour(coloured, texts[text % texts.length], position, code)
        const rendering = (body: object) => {
          try {
            return renderPayload({ format, event, contentType: '', body: Buffer.from(JSON.stringify(body)) })
          } catch (error) {
            return String(error)
          }
        }
        expect(rendering(coloured)).to.deep.equal(rendering(payload))
      }),
    )
  })

  function textsOf(value: object): (string | number)[][] {
    return Object.entries(value).flatMap(([key, part]) => {
      if (typeof part === 'string') return [[key]]
      return part && typeof part === 'object' ? textsOf(part).map((path) => [key, ...path]) : []
    })
  }

  /** Not behind a character of Latin-1, where a one-byte form is no sequence, and not within another sequence. */
  function colour(payload: object, path: (string | number)[] = [], position: number, code: string): void {
    const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), payload)
    const key = path.at(-1)
    if (key === undefined) return
    const text = String(Reflect.get(Object(holder), key))
    if (withoutTerminalSequences(text) !== text) return
    const at = position % (text.length + 1)
    const before = text.slice(0, at)
    if (/[\u0080-\u00ff]$/.test(before)) return
    Reflect.set(Object(holder), key, before + code + text.slice(at))
  }
})
