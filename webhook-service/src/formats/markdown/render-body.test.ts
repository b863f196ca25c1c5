import { expect } from 'chai'
import fc from 'fast-check'
import { codePointLength } from '../text/truncate.ts'
import { renderBody } from './render-body.ts'

const render = (markdown: string) => renderBody(markdown, 500)
const zeroWidthSpace = '\u200b'

describe('rendering the body of an issue or comment', () => {
  const written: Record<string, [string, string][]> = {
    formatting: [
      ['__bold *it*__ and ~~gone~~', '**bold *it*** and ~~gone~~'],
      ['*a* **b***c* e*f*g **a __b__**', `*a* **b**${zeroWidthSpace}*c* e*f*g **a b**`],
      ['2 * 3 * 4 [x] _', '2 \\* 3 \\* 4 \\[x\\] \\_'],
    ],
    'line breaks': [['one\ntwo  \nthree<br>four\n\nfive', 'one\ntwo\nthree\nfour\n\nfive']],
    'headings as bold lines': [
      ['# One *it* **b**\ntext', '**One *it* b**\n\ntext'],
      ['Two\n===\n\n---\n', '**Two**'],
    ],
    'lists and task boxes': [
      ['* a\n* b\n  1. c\n', '- a\n- b\n  1. c'],
      ['7. a\n8. b\n\n   more', '7. a\n8. b\n\n   more'],
      ['- [ ] a\n- [x] b\n- [X] c\n- [ ]d', '- ☐ a\n- ☑ b\n- ☑ c\n- \\[ \\]d'],
    ],
    quotes: [['> a\n> > b\n\nc', '> a\n>\n> > b\n\nc']],
    code: [
      ['a `b*c*` ``d`e``', 'a `b*c*` `dˋe`'],
      ['```js title="x"\nif (a) {\n\n}\n```', '```js\nif (a) {\n\n}\n```'],
      ['    indented', '```\nindented\n```'],
      ['- a\n  ```\n  b\n  ```', '- a\n\n  ```\n  b\n  ```'],
    ],
    'tables as code': [['| a | b |\n|---|---|\n| 1 | **long** |', '```\na | b\n- | ----\n1 | long\n```']],
    'links to http, https and mailto': [
      ['[a **b**](https://a.test/x) [m](mailto:m@a.test)', '[a b](https://a.test/x) [m](mailto:m@a.test)'],
      ['[a][1]\n\n[1]: https://a.test', '[a](https://a.test)'],
      ['<https://a.test/x> https://b.test/c_d_', 'https://a.test/x <https://b.test/c_d_>'],
      ['[a](javascript:alert(1)) [b](/relative) [c](#top)', 'a b c'],
      ['x<https://a.test>y [](https://b.test)', 'x https://a.test y https://b.test'],
    ],
    'links whose text is another address with their address': [
      ['[https://bank.test/login](https://evil.test/)', 'https://bank.test/login (https://evil.test/)'],
      ['[bank.test](https://evil.test)', 'bank.test (https://evil.test)'],
      ['[..bank.test](https://evil.test)', '..bank.test (https://evil.test)'],
      ['[a.b.-bank.test](https://evil.test)', 'a.b.-bank.test (https://evil.test)'],
      ['[bank.test](https://evil.test)', 'bank.test (https://evil.test)'],
      ['[..bank.test](https://evil.test)', '..bank.test (https://evil.test)'],
      ['[a.b.-bank.test](https://evil.test)', 'a.b.-bank.test (https://evil.test)'],
      ['[a.test/x](https://a.test/y)', '[a.test/x](https://a.test/y)'],
    ],
    'images as links': [
      [
        '![alt](https://a.test/i.png) ![](https://a.test/j.png)',
        '[alt](https://a.test/i.png) [image](https://a.test/j.png)',
      ],
      ['[![badge](https://a.test/b.svg)](https://a.test)', '[badge](https://a.test)'],
    ],
    'the text of HTML': [
      ['<p align="center">a</p><p>b &amp; c</p>', 'a\n\nb & c'],
      ['a <!-- hidden --> b <kbd>Ctrl</kbd>', 'a  b `Ctrl`'],
      ['<img width="9" alt="Image" src="https://a.test/i.png">', '[Image](https://a.test/i.png)'],
      ['a <img src=https://a.test/i.png /> b', 'a [image](https://a.test/i.png) b'],
      ['<a href="https://a.test/?a=1&amp;b=2">l <b>x</b></a>', '[l x](https://a.test/?a=1&b=2)'],
      [
        'see <a href=\'https://a.test\'>l</a>, <a href="javascript:alert(1)">m</a> <a>n</a>',
        'see [l](https://a.test), m n',
      ],
      ['<b>a</b> <i>b <s>c</s></i> <strong>d', '**a** *b ~~c~~* d'],
      ['**a <b>b** c</b> <i>d *e</i> f*', '**a b** c d *e f*'],
      ['<p>a <code>b*c</code><br>d</p>', 'a `b*c`\nd'],
      ['<ul>\n<li>a</li>\n<li>b <ul><li>c</li></ul></li>\n</ul>', '- a\n- b\n  - c'],
      ['<ol start="3"><li>a<li><b>b</b></ol> after', '3. a\n4. **b**\n\nafter'],
      ['<blockquote><p>a</p></blockquote>b', '> a\n\nb'],
      [
        '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2 <img alt="x"></td></tr></table>',
        '```\na | b\n- | ---\n1 | 2 x\n```',
      ],
      [
        '<table>\n<thead>\n<tr>\n<th>N</th>\n<th></th>\n</tr>\n</thead>\n<tr><td>a<td>1</table>',
        '```\nN |\n- | -\na | 1\n```',
      ],
      ['<pre>a &lt;\n  b</pre>', '```\na <\n  b\n```'],
      ['<h2>Title</h2><p>text</p>', '**Title**\n\ntext'],
      ['<a href="https://a.test">l</a><p align="center">b</p>c', '[l](https://a.test)\nb\nc'],
      ['a<ul><li>b</li><li>c</li></ul><b><p>d</p></b>', 'a\nb\nc\n**d**'],
      ['a<table><tr><td>1</td><td>2</td></tr></table>', 'a\n1  2'],
      ['<b>a</b>\n<p>b</p>\nc<p>', '**a**\n\nb\n\nc'],
      ['|a|\n|-|\n|x<br>y<p>z</p><ul><li>u</li></ul>|', '```\na\n-------\nx y z u\n```'],
      ['</ul></li></b><td>a</td></table>', 'a'],
      ['<!--\nhidden\n\nhidden\n-->\nshown', 'shown'],
      ['<script>\nalert(1)\n</script>\n\nshown', 'shown'],
    ],
    'collapsed parts as their summary': [
      [
        '<details>\n<summary>Logs <b>x</b></summary>\n\n```\nlong\n```\n\n</details>\n\nafter',
        '**Logs x**\n\nafter',
      ],
      ['<details><summary>a</summary>b<details><summary>c</summary></details></details>d', '**a**\n\nd'],
      ['> <details>\n> <summary>a</summary>\n\nb', '> **a**\n\nb'],
    ],
    'mentions without effect': [
      ['@everyone <@1> `@here` @ann', '@\u200deveryone \\<\u200d@1> `@here` @ann'],
      ['@every<b></b>one &commat;here', '@\u200deveryone @\u200dhere'],
      ['**@every<b>one</b>** @<i></i>here', '**@\u200deveryone** @\u200dhere'],
    ],
    'no line feeds and marks from character references': [['a&#10;&#10;# b &#42;c&#42;', 'a # b \\*c\\*']],
  }
  for (const [what, cases] of Object.entries(written))
    for (const [markdown, expected] of cases)
      it(`writes ${what}: ${JSON.stringify(markdown)}`, () => {
        expect(render(markdown)).to.equal(expected)
      })

  for (const [markdown, expected] of [
    ['> [!NOTE]\n> Read this', '> **Note**\n> Read this'],
    ['> [!caution]  \n>\n> Read *this*', '> **Caution**\n>\n> Read *this*'],
    ['> [!TIP] Read this', '> \\[!TIP\\] Read this'],
    ['> [!DANGER]\n> x', '> \\[!DANGER\\]\n> x'],
    [
      'Fast[^speed], small[^2] and fast[^SPEED].\n\n[^speed]: Measured *once*.\n    On one machine.\n[^2]: 7 KB',
      'Fast¹, small² and fast¹.\n\n¹ Measured *once*. On one machine.\n² 7 KB',
    ],
    ['a[^none] `[^1]` [^1]\n\n[^1]: word', 'a\\[^none\\] `[^1]` ¹\n\n¹ word'],
    [
      'https://a.test/v1.0[^1][^b] <mailto:a@a.test> https://a.test/[^c]\n\n[^1]: n\n[^b]: m',
      'https://a.test/v1.0 ¹² mailto:a@a.test <https://a.test/[^c]>\n\n¹ n\n² m',
    ],
    ['a\n\n[^1]: never shown', 'a'],
    [
      '```\n[^1]: code\n[a]: https://a.test\n```\n[a] [^1]',
      '```\n[^1]: code\n[a]: https://a.test\n```\n\n\\[a\\] \\[^1\\]',
    ],
    [
      '[the guide][G] and [g]\n\n[g]: <https://a.test/g>',
      '[the guide](https://a.test/g) and [g](https://a.test/g)',
    ],
  ] as const)
    it(`writes notes and definitions: ${JSON.stringify(markdown)}`, () => {
      expect(render(markdown)).to.equal(expected)
    })

  it('reads definitions behind all that is shown', () => {
    const body = `See [the guide][g] and [^n].\n\n${'- a line of the change log\n'.repeat(500)}\n[g]: https://a.test/g\n[^n]: A note.`
    expect(render(body)).to.match(/^See \[the guide\]\(https:\/\/a\.test\/g\) and ¹\./)
  })

  const page = 'https://code.test/acme/lamp/issues/7'
  const files = 'https://code.test/acme/lamp/blob/v1/'
  for (const [target, inIssue, inRelease] of [
    [
      '/acme/lamp/wiki/Setup',
      'https://code.test/acme/lamp/wiki/Setup',
      'https://code.test/acme/lamp/wiki/Setup',
    ],
    ['../pull/3', 'https://code.test/acme/lamp/pull/3', 'https://code.test/acme/lamp/pull/3'],
    ['./docs/a.md', 'https://code.test/acme/lamp/issues/docs/a.md', `${files}docs/a.md`],
    ['CHANGELOG.md', 'https://code.test/acme/lamp/issues/CHANGELOG.md', `${files}CHANGELOG.md`],
    ['#usage', `${page}#usage`, `${page}#usage`],
    ['//cdn.test/a.png', 'https://cdn.test/a.png', 'https://cdn.test/a.png'],
    ['https://a.test/x', 'https://a.test/x', 'https://a.test/x'],
    ['javascript:alert(1)', undefined, undefined],
    ['mailto:a@b.test', 'mailto:a@b.test', 'mailto:a@b.test'],
  ] as const)
    it(`resolves ${target}`, () => {
      const linked = (label: string, url: string | undefined) => (url ? `[${label}](${url})` : label)
      const body = `[a](${target}) ![b](${target})`
      const written = (url: string | undefined) => `${linked('a', url)} ${linked('b', url)}`
      expect(renderBody(body, 500, { place: { page } })).to.equal(written(inIssue))
      expect(renderBody(body, 500, { place: { page, files } })).to.equal(written(inRelease))
      expect(renderBody('[a](/x) [b](c)', 500, {})).to.equal('a b')
    })

  it('separates the words of elements with lines of their own', () => {
    const name = fc.constantFrom(
      'p',
      'div',
      'h2',
      'ul',
      'ol',
      'li',
      'td',
      'tr',
      'table',
      'blockquote',
      'dd',
      'hr',
      'br',
      'center',
      'section',
    )
    const tag = fc.tuple(fc.constantFrom('', '/'), name).map(([slash, each]) => `<${slash}${each}>`)
    const before = fc.constantFrom('', '- ', '> ', '# ', '**b** ')
    fc.assert(
      fc.property(before, fc.array(tag, { maxLength: 8 }), (start, tags) => {
        const words = tags.map((_, index) => `w${index}e`)
        const rendered = render(`${start}x${tags.map((each, index) => each + words[index]).join('')}`)
        expect(rendered.match(/\b(?:w\d+e)\b/g) ?? []).to.deep.equal(words)
      }),
    )
  })

  it('is empty without visible text', () => {
    for (const markdown of ['', ' \n', '<!-- only a comment -->', '---', '[a]: https://a.test', '- \n- '])
      expect(render(markdown), markdown).to.equal('')
  })

  it('cuts between words and closes the formatting', () => {
    expect(renderBody('**bold words *and more* here**', 18)).to.equal('**bold words …**')
    expect(renderBody('one two three', 9)).to.equal('one two…')
    expect(renderBody('漢字仮名'.repeat(10), 9)).to.match(/^漢字仮名(漢字)?…$/)
  })

  it('cuts before a link, inline code and a table row, and between lines of code and items', () => {
    expect(renderBody('see [label](https://a.test/long) now', 20)).to.equal('see label now')
    expect(renderBody('see https://a.test/long and more', 18)).to.equal('see … and more')
    expect(renderBody('run `npm ci --prefer-offline` now', 20)).to.equal('run …')
    expect(renderBody('```\none\ntwo\nthree\n```', 17)).to.equal('```\none\ntwo\n…\n```')
    expect(renderBody('- one\n- two\n- three', 14)).to.equal('- one\n- …')
  })

  it('shows the answer behind a quote of any length', () => {
    for (const quote of [
      '> quoted words '.repeat(1),
      `> ${'quoted words '.repeat(60)}`,
      '> quoted line\n'.repeat(5000),
    ])
      expect(render(`${quote}\n\nMy answer is no.`), quote.slice(0, 40)).to.match(
        /^> quoted.*\n\nMy answer is no\.$/s,
      )
    expect(render(`${'> a\n'.repeat(40_000)}\n\`\`\`\n> b\n\`\`\``)).to.match(/\n\n```\n> b\n```$/)
    const alone = render(`> ${'only a quote '.repeat(100)}`)
    expect(codePointLength(alone)).to.be.within(400, 500)
  })

  it('begins each of several answers', () => {
    const words = fc.nat({ max: 900 }).map((count) => `word ${'and more words '.repeat(count)}`)
    const parts = fc.array(
      fc.tuple(words, fc.constantFrom('first', 'second [b](https://a.test/x)', '`third`')),
      { minLength: 1, maxLength: 2 },
    )
    fc.assert(
      fc.property(parts, (given) => {
        const body = render(given.map(([quote, answer]) => `> ${quote}\n\n${answer}`).join('\n\n'))
        for (const [, answer] of given) expect(body).to.include(answer)
      }),
    )
  })

  it('goes on behind an address or a link that has no room', () => {
    const long = `https://logs.test/?q=${'q'.repeat(600)}`
    expect(render(`${long}\n\nThis is the run.`)).to.equal('…\n\nThis is the run.')
    expect(render(`See [this **board**](${long}) and tell me`)).to.equal('See this board and tell me')
  })

  it('shows what follows a long hidden template', () => {
    expect(render(`<!-- ${'x'.repeat(6000)} -->\n\nshown`)).to.equal('shown')
  })

  it('stays within the limit and bounds time for deep nesting', () => {
    for (const piece of [
      '>',
      '- ',
      '1. ',
      '> - ',
      '[',
      '![',
      '*a **b ',
      '_a*',
      '`a',
      '<a',
      '<details>',
      '- a\n  ',
      '~~a',
      '|a',
    ])
      expect(codePointLength(render(piece.repeat(4000))), piece).to.be.at.most(500)
  })
})
