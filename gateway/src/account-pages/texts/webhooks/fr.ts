import type { webhooks as en } from './en.ts'

export const webhooks: typeof en = {
  page: {
    title: 'Webhooks d’un salon',
    intro:
      'Un webhook permet à un service de publier des messages dans un salon. Toute personne qui a l’URL d’un webhook peut publier.',
    channel: 'Identifiant du salon',
    channelHint: 'Vous devez avoir la permission « Gérer les webhooks » dans ce salon.',
    open: 'Afficher les webhooks',
    none: 'Ce salon n’a pas de webhook.',
    createTitle: 'Nouveau webhook',
    name: 'Nom',
    nameHint: 'Affiché comme auteur des messages. {max} caractères au maximum.',
    create: 'Créer le webhook',
    copyText: 'Copiez l’URL pour votre service :',
    sendTest: 'Envoyer un message de test',
    deliveries: 'Derniers envois',
    noDeliveries: 'Aucun envoi au cours des 7 derniers jours.',
    replay: 'Rejouer',
  },
  script: {
    createdBy: 'Créé par {name}',
    formats: {
      'code-host': 'GitHub',
      'error-tracker': 'Sentry',
      'chat-compat': 'Format Slack',
      native: 'Messages directs',
    },
    copyOf: 'Copier l’URL de {name} pour {format}',
    testOf: 'Envoyer un message de test : {name}',
    deliveriesOf: 'Derniers envois : {name}',
    replayOf: 'Rejouer : {delivery}',
    created: 'Le webhook est créé.',
    testMessage: 'Ceci est un message de test du webhook {name}.',
    testSent: 'Le message de test est publié.',
    replayed: 'L’envoi est rejoué : {result}.',
    results: {
      rendered: 'publié',
      duplicate: 'doublon',
      ignored: 'ignoré',
      filtered: 'filtré',
      unrenderable: 'impossible à afficher',
      rejected: 'rejeté',
    },
  },
}
