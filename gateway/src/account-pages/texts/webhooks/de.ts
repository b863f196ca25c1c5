import type { webhooks as en } from './en.ts'

export const webhooks: typeof en = {
  page: {
    title: 'Webhooks eines Kanals',
    intro:
      'Über einen Webhook schreiben Dienste Nachrichten in einen Kanal. Wer die URL eines Webhooks hat, kann Nachrichten schreiben.',
    channel: 'Kanal-ID',
    channelHint: 'Sie brauchen in diesem Kanal die Berechtigung „Webhooks verwalten“.',
    open: 'Webhooks anzeigen',
    none: 'Dieser Kanal hat keine Webhooks.',
    createTitle: 'Neuer Webhook',
    name: 'Name',
    nameHint: 'Wird als Verfasser der Nachrichten angezeigt. Höchstens {max} Zeichen.',
    create: 'Webhook erstellen',
    copyText: 'Kopieren Sie die URL für Ihren Absender:',
    sendTest: 'Testnachricht senden',
    deliveries: 'Letzte Zustellungen',
    noDeliveries: 'In den letzten 7 Tagen wurde nichts zugestellt.',
    replay: 'Wiederholen',
  },
  script: {
    createdBy: 'Erstellt von {name}',
    formats: {
      'code-host': 'GitHub',
      'error-tracker': 'Sentry',
      'chat-compat': 'Slack-Format',
      native: 'Eigene Nachrichten',
    },
    copyOf: 'URL von {name} für {format} kopieren',
    testOf: 'Testnachricht senden: {name}',
    deliveriesOf: 'Letzte Zustellungen: {name}',
    replayOf: 'Wiederholen: {delivery}',
    created: 'Der Webhook wurde erstellt.',
    testMessage: 'Das ist eine Testnachricht des Webhooks {name}.',
    testSent: 'Die Testnachricht wurde gesendet.',
    replayed: 'Die Zustellung wurde wiederholt: {result}.',
    results: {
      rendered: 'angezeigt',
      duplicate: 'doppelt',
      ignored: 'ignoriert',
      filtered: 'gefiltert',
      unrenderable: 'nicht darstellbar',
      rejected: 'abgelehnt',
    },
  },
}
