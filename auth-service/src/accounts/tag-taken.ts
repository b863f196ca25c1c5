import { fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'

/** The refusal of a chosen number that somebody else has under this username; it has a code of its own (reference-api.md 2). */
export function tagTaken(): ServiceError {
  return new ServiceError('TAG_ALREADY_TAKEN', {
    fields: [fieldProblem('discriminator', 'TAG_ALREADY_TAKEN')],
  })
}
