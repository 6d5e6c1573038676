/** The lines of a bank account, in the order in which people write and read them. */
export const bankLines = [
  'lastName',
  'firstName',
  'bankName',
  'bankAccount',
  'bankRouting',
  'bankSwiftCode',
  'address',
  'city',
  'state',
  'country',
  'taxId',
] as const
