import { fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'

export function tagTaken(): ServiceError {
  return new ServiceError('TAG_ALREADY_TAKEN', {
    fields: [fieldProblem('account.discriminator', 'TAG_ALREADY_TAKEN')],
  })
}
