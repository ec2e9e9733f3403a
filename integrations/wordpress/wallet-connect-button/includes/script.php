<?php
/**
 * The script tag: once on a page, from this site, with its hash.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** The hash of dist/embed.js for `integrity`, or an empty text if the build has none. */
function integrity(): string {
	$hashes = json_decode( (string) file_get_contents( folder() . 'dist/integrity.json' ), true );
	$hash   = is_array( $hashes ) && isset( $hashes['embed.js'] ) ? $hashes['embed.js'] : '';
	return is_string( $hash ) && preg_match( '/^sha384-[A-Za-z0-9+\/=]+$/', $hash ) ? $hash : '';
}

/** The attributes of our script tag, besides `src`. */
function script_attributes(): array {
	return array_filter(
		array_merge(
			array(
				'defer'       => true,
				'integrity'   => integrity(),
				'crossorigin' => 'anonymous',
				'data-base'   => address() . 'dist/',
			),
			marks_for_optimisers()
		)
	);
}

add_action(
	'init',
	function () {
		// The file names contain the version. The script is in the footer, so that blocks that are drawn late can still enqueue it.
		wp_register_script( HANDLE, address() . 'dist/embed.js', array(), VERSION, true );
	}
);

add_action(
	'wp_enqueue_scripts',
	function () {
		if ( settings()['everywhere'] ) {
			wp_enqueue_script( HANDLE );
		}
	}
);

add_filter(
	'script_loader_tag',
	function ( $tag, $handle ) {
		if ( HANDLE !== $handle ) {
			return $tag;
		}
		$written = '';
		foreach ( script_attributes() as $name => $value ) {
			$written .= true === $value ? ' ' . $name : sprintf( ' %s="%s"', $name, esc_attr( $value ) );
		}
		return str_replace( ' src=', $written . ' src=', $tag );
	},
	10,
	2
);
