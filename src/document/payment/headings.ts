// The words of the QR bill (Swiss Implementation Guidelines QR-bill 2.3, annex C, and 4.4). They must not be changed.

import type { BillLanguage } from './languages.ts';

export interface Headings {
  readonly paymentPart: string;
  readonly receipt: string;
  readonly account: string;
  readonly reference: string;
  readonly additionalInformation: string;
  readonly payableBy: string;
  /** Above the field in which the payer writes. */
  readonly payableByOpen: string;
  readonly currency: string;
  readonly amount: string;
  readonly acceptancePoint: string;
  /** Above the line at which the bill is cut off. */
  readonly separate: string;
  /** The additional information of a bill of 0.00, which nobody pays. */
  readonly notification: string;
}

export const headingsOf: Readonly<Record<BillLanguage, Headings>> = {
  de: {
    paymentPart: 'Zahlteil',
    receipt: 'Empfangsschein',
    account: 'Konto / Zahlbar an',
    reference: 'Referenz',
    additionalInformation: 'Zusätzliche Informationen',
    payableBy: 'Zahlbar durch',
    payableByOpen: 'Zahlbar durch (Name/Adresse)',
    currency: 'Währung',
    amount: 'Betrag',
    acceptancePoint: 'Annahmestelle',
    separate: 'Vor der Einzahlung abzutrennen',
    notification: 'NICHT ZUR ZAHLUNG VERWENDEN',
  },
  fr: {
    paymentPart: 'Section paiement',
    receipt: 'Récépissé',
    account: 'Compte / Payable à',
    reference: 'Référence',
    additionalInformation: 'Informations supplémentaires',
    payableBy: 'Payable par',
    payableByOpen: 'Payable par (nom/adresse)',
    currency: 'Monnaie',
    amount: 'Montant',
    acceptancePoint: 'Point de dépôt',
    separate: 'A détacher avant le versement',
    notification: 'NE PAS UTILISER POUR LE PAIEMENT',
  },
  it: {
    paymentPart: 'Sezione pagamento',
    receipt: 'Ricevuta',
    account: 'Conto / Pagabile a',
    reference: 'Riferimento',
    additionalInformation: 'Informazioni supplementari',
    payableBy: 'Pagabile da',
    payableByOpen: 'Pagabile da (nome/indirizzo)',
    currency: 'Valuta',
    amount: 'Importo',
    acceptancePoint: 'Punto di accettazione',
    separate: 'Da staccare prima del versamento',
    notification: 'NON UTILIZZARE PER IL PAGAMENTO',
  },
  en: {
    paymentPart: 'Payment part',
    receipt: 'Receipt',
    account: 'Account / Payable to',
    reference: 'Reference',
    additionalInformation: 'Additional information',
    payableBy: 'Payable by',
    payableByOpen: 'Payable by (name/address)',
    currency: 'Currency',
    amount: 'Amount',
    acceptancePoint: 'Acceptance point',
    separate: 'Separate before paying in',
    notification: 'DO NOT USE FOR PAYMENT',
  },
};
