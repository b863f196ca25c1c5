import {
  type ByWireName,
  type FieldSeenBy,
  fieldsSeenBy,
  mapFields,
  mapFieldsByWireName,
  type ProfileField,
  profileField,
  registrationFields,
  type SeenBy,
} from '@gatehouse/proto/profile-fields'
import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { lengthMeta, nullable, validatedByService } from '@gatehouse/service-kit/fields/fields'
import { normalizeText } from '@gatehouse/service-kit/fields/text'
import { z } from 'zod'

function typedText(field: ProfileField) {
  const { bounds, code } = profileField(field)
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .overwrite(normalizeText)
    .check(validatedByService(bounds, code))
}

/** The fields of a response. */
export const profileShape = <By extends SeenBy>(by: By) =>
  mapFieldsByWireName(fieldsSeenBy(by), () => z.string().nullable())

export const profileExample = <By extends SeenBy>(by: By) =>
  mapFieldsByWireName(fieldsSeenBy(by), (field) => profileField(field).example)

/** The fields of a change. */
export const profileUpdateShape = <By extends SeenBy>(by: By) =>
  mapFieldsByWireName(fieldsSeenBy(by), (field) => {
    const { description, bounds } = profileField(field)
    return nullable(typedText(field))
      .meta({ description: `${description}; null removes it.`, ...lengthMeta(bounds) })
      .optional()
  })

/** The fields of a registration, which have no null. */
export const profileRegistrationShape = mapFieldsByWireName(registrationFields, (field) => {
  const { atRegistration, bounds } = profileField(field)
  return typedText(field)
    .meta({ description: atRegistration ?? '', pattern: '\\S', ...lengthMeta(bounds) })
    .optional()
})

/** The profile of a message, as it is in a response. */
export function profileJson<By extends SeenBy>(
  by: By,
  message: { [Field in FieldSeenBy<By>]?: string | undefined },
): ByWireName<FieldSeenBy<By>, string | null> {
  return mapFieldsByWireName(fieldsSeenBy(by), (field) => message[field] ?? null)
}

/** The profile of a body, as it is in a message. */
export function profileMessage<Field extends ProfileField, Text extends string | null>(
  fields: Field[],
  body: { [Name in keyof ByWireName<Field, Text>]?: Text | undefined },
): Record<Field, Text | undefined> {
  // Indexed by the name of a field that the compiler does not know here.
  const texts = body as Partial<Record<string, Text>>
  return mapFields(fields, (field) => texts[profileField(field).wire])
}
