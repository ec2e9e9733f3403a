<?php
/**
 * `[wallet_members]…[/wallet_members]` shows its content to visitors who have proved that they own a wallet's account. Other visitors see a form to sign in.
 * The proof is a signature that this site verifies itself, without another server. It supports EVM accounts with a key.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

const MEMBER_COOKIE  = 'wallet_member';
const MEMBER_TIME    = 7 * DAY_IN_SECONDS;
const NONCE_TIME     = 10 * MINUTE_IN_SECONDS;
const USED_NONCE     = '_wallet_connect_button_nonce_';
const SIGN_IN_ACTION = 'wallet_connect_button_sign_in';

/** Whether this PHP can check signatures. */
function can_verify(): bool {
	return PHP_VERSION_ID >= 80100 && extension_loaded( 'gmp' ) && is_readable( __DIR__ . '/sign-in.php' );
}

/**
 * The site's signature of a text. Each site of a network has its own.
 *
 * @param string $text What is signed.
 */
function sign_text( string $text ): string {
	return hash_hmac( 'sha256', $text, wp_salt( 'auth' ) . 'wallet-connect-button' . get_current_blog_id() );
}

/** A nonce that this site recognises without storing it: a time, random bytes, and a signature. */
function create_nonce(): string {
	$body = 'n' . dechex( time() ) . bin2hex( random_bytes( 12 ) );
	return $body . substr( sign_text( $body ), 0, 32 );
}

/**
 * Checks that this site has made a nonce, and not long ago.
 *
 * @param string $nonce What the message has.
 * @throws SignInError `nonce_unknown`.
 */
function check_nonce( string $nonce ): void {
	if ( ! preg_match( '/^n[0-9a-f]{64}$/D', $nonce ) ) {
		throw new SignInError( 'nonce_unknown' );
	}
	$body = substr( $nonce, 0, -32 );
	$made = (int) hexdec( substr( $body, 1, 8 ) );
	if ( ! hash_equals( substr( sign_text( $body ), 0, 32 ), substr( $nonce, -32 ) ) || $made < time() - NONCE_TIME ) {
		throw new SignInError( 'nonce_unknown' );
	}
}

/**
 * Takes a nonce, once.
 *
 * @param string $nonce A nonce of this site, with a good signature.
 * @throws SignInError `nonce_used`.
 */
function take_nonce( string $nonce ): void {
	global $wpdb;
	// A single statement, so that only one of two simultaneous requests takes it: the name of an option is unique.
	$taken = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, '1', 'no')", USED_NONCE . substr( $nonce, 0, -32 ) ) );
	if ( 1 !== $taken ) {
		throw new SignInError( 'nonce_used' );
	}
	// Nonces that are too old to be used again need not be stored.
	$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name > %s AND option_name < %s", USED_NONCE . 'n', USED_NONCE . 'n' . dechex( time() - 2 * NONCE_TIME ) ) );
}

/** Who has signed in: the account, such as `eip155:1:0xAb…`, or an empty text. */
function read_member(): string {
	$cookie = isset( $_COOKIE[ MEMBER_COOKIE ] ) && is_string( $_COOKIE[ MEMBER_COOKIE ] ) ? sanitize_text_field( wp_unslash( $_COOKIE[ MEMBER_COOKIE ] ) ) : '';
	list( $account, $until, $signature ) = array_pad( explode( '|', $cookie ), 3, '' );
	$is_good = '' !== $signature && hash_equals( sign_text( "$account|$until" ), $signature ) && (int) $until > time();
	return $is_good ? $account : '';
}

/**
 * Writes or removes the cookie of a member.
 *
 * @param string $account The account, or an empty text.
 */
function write_member( string $account ): void {
	$until = '' === $account ? 1 : time() + MEMBER_TIME;
	$value = '' === $account ? '' : "$account|$until|" . sign_text( "$account|$until" );
	setcookie(
		MEMBER_COOKIE,
		$value,
		array(
			'expires'  => $until,
			'path'     => COOKIEPATH ? COOKIEPATH : '/',
			'domain'   => COOKIE_DOMAIN ? COOKIE_DOMAIN : '',
			'secure'   => is_ssl(),
			'httponly' => true,
			'samesite' => 'Lax',
		)
	);
}

/** The site's host as browsers write it: in ASCII, with a port unless it is the scheme's default. */
function site_host(): string {
	$home = wp_parse_url( home_url() );
	$port = $home['port'] ?? null;
	if ( ( 'https' === $home['scheme'] ? 443 : 80 ) === $port ) {
		$port = null;
	}
	$host = function_exists( 'mb_strtolower' ) ? mb_strtolower( $home['host'], 'UTF-8' ) : strtolower( $home['host'] );
	// WordPress's own encoder: the newer of its two names first.
	foreach ( array( 'WpOrg\Requests\IdnaEncoder', 'Requests_IDNAEncoder' ) as $encoder ) {
		if ( preg_match( '/[^\x00-\x7f]/', $host ) && class_exists( $encoder ) ) {
			$host = $encoder::encode( $host );
		}
	}
	return $host . ( null === $port ? '' : ":$port" );
}

/** The EVM chains that the site offers. */
function member_chains(): array {
	$chains = settings()['chains'];
	return array_values( preg_grep( '/^eip155:/', explode( ' ', '' === $chains ? 'eip155:1' : $chains ) ) );
}

/**
 * Checks the submitted form.
 *
 * @param array $form The form's fields, without WordPress's slashes.
 * @return string The account.
 * @throws SignInError With a code.
 */
function verify_form( array $form ): string {
	$field = function ( string $name ) use ( $form ): string {
		return isset( $form[ $name ] ) && is_string( $form[ $name ] ) ? $form[ $name ] : '';
	};
	list( $namespace, $reference, $address ) = array_pad( explode( ':', $field( 'wallet' ), 3 ), 3, '' );
	$sign_in = new SignIn( site_host(), member_chains(), (string) wp_parse_url( home_url(), PHP_URL_SCHEME ) );
	$nonce   = '';
	$proved  = $sign_in->verify(
		"$namespace:$reference",
		$address,
		str_replace( "\r\n", "\n", $field( 'wallet_message' ) ),
		$field( 'wallet_signature' ),
		function ( string $given ) use ( &$nonce ): void {
			check_nonce( $given );
			$nonce = $given;
		}
	);
	// Only now, so that nothing is stored for a proof that is not good.
	take_nonce( $nonce );
	return $proved['chainId'] . ':' . $proved['address'];
}

/**
 * A header of the request.
 *
 * @param string $name Its name in `$_SERVER`.
 */
function read_header( string $name ): string {
	return isset( $_SERVER[ $name ] ) ? sanitize_text_field( wp_unslash( $_SERVER[ $name ] ) ) : '';
}

/** Whether the form comes from a page of this site. Another site's form would sign the visitor in as somebody else. */
function is_own_form(): bool {
	$origin = read_header( 'HTTP_ORIGIN' );
	// A page under `Referrer-Policy: no-referrer` hides its origin, but no page can set what the browser says here.
	return 'null' === $origin
		? 'same-origin' === read_header( 'HTTP_SEC_FETCH_SITE' )
		: wp_parse_url( home_url(), PHP_URL_SCHEME ) . '://' . site_host() === $origin;
}

/** Answers the form: signs in or out, and redirects back. */
function answer_form(): void {
	$form   = wp_unslash( $_POST ); // phpcs:ignore WordPress.Security.NonceVerification -- the origin is checked, and the proof has a nonce of its own.
	$back   = isset( $form['back'] ) && is_string( $form['back'] ) ? wp_validate_redirect( $form['back'], home_url() ) : home_url();
	$fault  = '';
	if ( ! is_own_form() ) {
		$fault = 'origin_refused';
	} elseif ( isset( $form['leave'] ) ) {
		write_member( '' );
	} else {
		try {
			require_once __DIR__ . '/sign-in.php';
			write_member( verify_form( $form ) );
		} catch ( SignInError $error ) {
			$fault = $error->getMessage();
		}
	}
	nocache_headers();
	wp_safe_redirect( '' === $fault ? remove_query_arg( 'wallet_fault', $back ) : add_query_arg( 'wallet_fault', $fault, $back ), 303 );
	exit;
}

/** Where a form leads back to: the page that the visitor sees, with its query, or the post where no page is shown. */
function back_address(): string {
	$asked    = isset( $_SERVER['REQUEST_URI'] ) ? wp_unslash( $_SERVER['REQUEST_URI'] ) : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- esc_url() cleans it.
	$folder   = (string) wp_parse_url( home_url( '/' ), PHP_URL_PATH );
	$is_shown = ! is_admin() && ! ( defined( 'REST_REQUEST' ) && REST_REQUEST ) && 0 === strpos( $asked, $folder );
	return $is_shown ? wp_parse_url( home_url(), PHP_URL_SCHEME ) . '://' . site_host() . $asked : (string) get_permalink();
}

/** What an administrator reads where there can be no members; an empty text where there can. */
function find_obstacle(): string {
	if ( ! can_verify() ) {
		return __( 'Members need PHP 8.1 or newer with the extension gmp.', 'wallet-connect-button' );
	}
	return array() === member_chains() ? __( 'Members need an EVM chain, such as eip155:1, among the chains of the settings.', 'wallet-connect-button' ) : '';
}

/** The form to sign in. */
function draw_sign_in(): string {
	$obstacle = find_obstacle();
	if ( '' !== $obstacle ) {
		return current_user_can( 'manage_options' ) ? '<p>' . esc_html( $obstacle ) . '</p>' : '';
	}
	$fault  = isset( $_GET['wallet_fault'] ) && is_string( $_GET['wallet_fault'] ) ? sanitize_key( wp_unslash( $_GET['wallet_fault'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
	$notice = '' === $fault ? '' : sprintf( '<p role="alert">%s <small>%s</small></p>', esc_html__( 'You are not signed in. Please try again.', 'wallet-connect-button' ), esc_html( $fault ) );
	$button = button_tag( array() );
	$button = preg_replace( '/ chains="[^"]*"/', '', $button );
	$button = str_replace(
		'<wallet-connect-button',
		sprintf( '<wallet-connect-button name="wallet" required sign-in="form" sign-in-nonce="%s" chains="%s"', esc_attr( create_nonce() ), esc_attr( implode( ' ', member_chains() ) ) ),
		$button
	);
	return sprintf(
		'%s<form class="wallet-members" method="post" action="%s"><input type="hidden" name="action" value="%s"><input type="hidden" name="back" value="%s">%s <button class="wp-element-button">%s</button></form>',
		$notice,
		esc_url( admin_url( 'admin-post.php' ) ),
		esc_attr( SIGN_IN_ACTION ),
		esc_url( back_address() ),
		$button,
		esc_html__( 'Sign in', 'wallet-connect-button' )
	);
}

/** The form to sign out. */
function draw_sign_out(): string {
	return sprintf(
		'<form class="wallet-members" method="post" action="%s"><input type="hidden" name="action" value="%s"><input type="hidden" name="back" value="%s"><button name="leave" value="1" class="wp-element-button">%s</button></form>',
		esc_url( admin_url( 'admin-post.php' ) ),
		esc_attr( SIGN_IN_ACTION ),
		esc_url( back_address() ),
		esc_html__( 'Sign out', 'wallet-connect-button' )
	);
}

add_action( 'admin_post_' . SIGN_IN_ACTION, __NAMESPACE__ . '\answer_form' );
add_action( 'admin_post_nopriv_' . SIGN_IN_ACTION, __NAMESPACE__ . '\answer_form' );
