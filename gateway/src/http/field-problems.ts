export * from '@gatehouse/service-kit/fields/field-problems'
