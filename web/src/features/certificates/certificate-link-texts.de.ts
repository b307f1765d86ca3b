export const de = {
  yourCertificate: 'Dein Zertifikat',
};
