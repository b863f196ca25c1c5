import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { expect } from 'chai'
import { type Embed, embedLength, fitEmbeds } from './embed.ts'

const sum = (embeds: Embed[]) => embeds.reduce((total, embed) => total + embedLength(embed), 0)

describe('fitEmbeds', () => {
  it('keeps embeds of up to 6,000 code points', () => {
    const embeds = [
      { title: 'a'.repeat(100), description: 'b'.repeat(4000) },
      { description: 'c'.repeat(1900) },
    ]
    expect(fitEmbeds(embeds)).to.equal(embeds)
  })

  const url = (length: number) => `https://a.example/${'é'.repeat((length - 18) / 2)}`
  const pictures = (length: number): Embed => ({
    title: 't',
    url: url(length),
    author: { name: 'Ann', url: url(length), icon_url: url(length) },
    image: { url: url(length) },
    thumbnail: { url: url(length) },
    footer: { text: 'f', icon_url: url(length) },
  })

  it('keeps 8,192 bytes of URLs', () => {
    const embeds = Array.from({ length: 4 }, () => ({
      title: 't',
      url: url(1024),
      image: { url: url(1024) },
    }))
    expect(fitEmbeds(embeds)).to.equal(embeds)
    expect(fitEmbeds(embeds, 'https://a.example/')).to.deep.equal(embeds.slice(0, 3))
  })

  it('drops the last embeds beyond that, and then the pictures of the only one', () => {
    expect(fitEmbeds([{ title: 'first', url: url(2000) }, pictures(2000), pictures(100)])).to.deep.equal([
      { title: 'first', url: url(2000) },
    ])
    const { footer, thumbnail: _, author, ...kept } = pictures(2000)
    expect(fitEmbeds([pictures(2000)])).to.deep.equal([
      {
        ...kept,
        author: { name: 'Ann', url: author?.url },
        thumbnail: { url: url(2000) },
        footer: { text: footer?.text },
      },
    ])
    const fitted = fitEmbeds([pictures(2048)], url(2048))
    expect(fitted).to.deep.equal([
      {
        title: 't',
        url: url(2048),
        author: { name: 'Ann', url: url(2048) },
        image: { url: url(2048) },
        footer: { text: 'f' },
      },
    ])
  })

  it('shortens the description of the last embed first', () => {
    const embeds = [{ description: 'a'.repeat(4000) }, { title: 't', description: 'b'.repeat(3000) }]
    const [first, last] = fitEmbeds(embeds)
    expect(first).to.deep.equal(embeds[0])
    expect(last?.description).to.match(/^b+…$/)
    expect(sum(fitEmbeds(embeds))).to.equal(messageLimits.embedSum)
  })

  it('shortens earlier embeds and drops fields if necessary', () => {
    const fields = Array.from({ length: 5 }, () => ({
      name: 'n'.repeat(256),
      value: 'v'.repeat(1024),
      inline: false,
    }))
    const fitted = fitEmbeds([
      { title: 'first', description: 'a'.repeat(4096) },
      { title: 'last', description: 'b'.repeat(10), fields },
    ])
    expect(sum(fitted)).to.be.at.most(messageLimits.embedSum)
    expect(fitted[1]).not.to.have.property('description')
    expect(fitted[1]?.fields).to.have.length(4)
  })

  it('counts code points of any script, and drops footers last', () => {
    const fields = Array.from({ length: 25 }, () => ({
      name: 'n',
      value: '😀'.repeat(1024),
      inline: false,
    }))
    expect(sum(fitEmbeds([{ title: 't', fields }]))).to.be.at.most(messageLimits.embedSum)
    const footer = { text: 'f'.repeat(2048) }
    const fitted = fitEmbeds(Array.from({ length: 4 }, () => ({ title: 't', description: 'd', footer })))
    expect(sum(fitted)).to.be.at.most(messageLimits.embedSum)
    expect(fitted.map((embed) => Object.keys(embed))).to.deep.equal([
      ['title', 'footer'],
      ['title', 'footer'],
      ['title'],
      ['title'],
    ])
  })

  it('removes embeds that become empty', () => {
    const embeds = Array.from({ length: 3 }, () => ({ description: 'a'.repeat(4000), color: 1 }))
    expect(fitEmbeds(embeds)).to.have.length(2)
  })
})
