import { commandsOf } from '@gatehouse/service-kit/storage/redis-rights'
import { expect } from 'chai'
import { productSources } from '../testing/product-sources.ts'
import { rightsOfServices } from './redis-users.ts'

/** As a method of a client, or in a script. */
function isCalled(command: string, sources: string): boolean {
  const [name = '', subcommand] = command.split('|')
  const first = subcommand === undefined ? '' : `'${subcommand.toUpperCase()}'`
  return new RegExp(`\\.${name}(?:Buffer)?\\(${first}|redis\\.call\\('${name.toUpperCase()}'`).test(sources)
}

describe('the users of Redis', () => {
  const kit = productSources('service-kit')

  for (const [service, rights] of Object.entries(rightsOfServices)) {
    it(`include no command that ${service} never calls`, () => {
      const commands = [rights, ...('streams' in rights ? [rights.streams] : [])].flatMap(commandsOf)
      const sources = `${productSources(service)}\n${kit}`
      expect(commands.filter((command) => !isCalled(command, sources))).to.deep.equal([])
    })
  }
})
