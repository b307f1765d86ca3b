import { Modal } from '../../ui/modal.tsx';
import { proseTexts } from './prose-texts.ts';

/** A picture of the text in its own size. */
export default function PictureModal({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  return (
    <Modal open title={alt || proseTexts.picture} full onClose={onClose}>
      <img src={src} alt={alt} />
    </Modal>
  );
}
