import { Modal } from '../../ui/modal.tsx';

/** A picture of the text in its own size. */
export default function PictureModal({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  return (
    <Modal open title={alt || 'Picture'} full onClose={onClose}>
      <img src={src} alt={alt} />
    </Modal>
  );
}
