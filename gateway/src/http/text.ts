export * from '@gatehouse/service-kit/fields/text'
