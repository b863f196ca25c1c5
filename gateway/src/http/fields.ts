export * from '@gatehouse/service-kit/fields/fields'
