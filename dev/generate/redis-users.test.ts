import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { commandsOf } from '@gatehouse/service-kit/storage/redis-rights'
import { expect } from 'chai'
import { rightsOfServices } from './redis-users.ts'

function sourcesOf(folder: string): string {
  const paths = globSync(`${folder}/src/**/*.ts`, { cwd: repositoryRoot })
  const products = paths.filter((path) => !path.endsWith('.test.ts') && !path.includes('/gen/'))
  return products.map((path) => readFileSync(join(repositoryRoot, path), 'utf8')).join('\n')
}

/** As a method of a client, or in a script. */
function isCalled(command: string, sources: string): boolean {
  const [name = '', subcommand] = command.split('|')
  const first = subcommand === undefined ? '' : `'${subcommand.toUpperCase()}'`
  return new RegExp(`\\.${name}(?:Buffer)?\\(${first}|redis\\.call\\('${name.toUpperCase()}'`).test(sources)
}

describe('the users of Redis', () => {
  const kit = sourcesOf('service-kit')

  for (const [service, rights] of Object.entries(rightsOfServices)) {
    it(`include no command that ${service} never calls`, () => {
      const commands = [rights, ...('streams' in rights ? [rights.streams] : [])].flatMap(commandsOf)
      const sources = `${sourcesOf(service)}\n${kit}`
      expect(commands.filter((command) => !isCalled(command, sources))).to.deep.equal([])
    })
  }
})
