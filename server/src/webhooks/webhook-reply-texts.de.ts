export const de = {
  webhookGone: 'Diesen Webhook gibt es nicht mehr.',
  full: 'Eine Akademie hat höchstens {max} Webhooks. Lösch zuerst einen.',
  paused: 'Dieser Webhook ist angehalten. Setz ihn zuerst fort.',
  deliveryGone: 'Diese Zustellung gibt es nicht mehr.',
  address:
    '{code, select, notAnAddress {muss eine Webadresse sein} notHttps {muss mit https:// beginnen} hasLogin {darf weder Namen noch Passwort enthalten} hasFragment {darf keinen Teil nach # haben} noHosts {kann nicht benachrichtigt werden: Der Betreiber erlaubt keine Hosts (ACADEMY_WEBHOOK_HOSTS)} other {muss zu einem erlaubten Host führen: {hosts}}}',
  addressForbidden: 'Der Betreiber erlaubt diese Adresse nicht mehr.',
  answered: 'Der Empfänger hat mit {status} geantwortet.',
  timeout: 'Der Empfänger hat nicht innerhalb von {seconds} Sekunden geantwortet.',
  unreachable: 'Der Empfänger war nicht zu erreichen ({code}).',
  unreachableSomehow: 'Der Empfänger war nicht zu erreichen.',
  receiverGone: 'Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt (410).',
};
