import { parseAllDocuments } from 'yaml'

export function readManifests<Manifest>(yaml: string): Manifest[] {
  return parseAllDocuments(yaml).map((document) => document.toJS() as Manifest)
}
