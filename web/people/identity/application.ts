import { type BirthDate, noDate } from '#web/people/accounts/BirthDateField.tsx'

export const genders = ['female', 'male', 'transgender'] as const

/** What someone fills in to perform. */
export interface Application {
  name: string
  legalName: string
  username: string
  email: string
  password: string
  phone: string
  country: string
  gender: (typeof genders)[number] | ''
  dateOfBirth: BirthDate
  idVerification: File | null
  documentVerification: File | null
  accepted: boolean
  agreement: boolean
}

export const noApplication: Application = {
  name: '',
  legalName: '',
  username: '',
  email: '',
  password: '',
  phone: '',
  country: '',
  gender: '',
  dateOfBirth: noDate,
  idVerification: null,
  documentVerification: null,
  accepted: false,
  agreement: false,
}

/** As the contract's pattern. */
export const phonePattern = /^[+0-9 ()-]{5,30}$/
